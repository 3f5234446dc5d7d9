"""`warm`: both cores are made ready and nothing else is said on the result's stream."""


def test_warm_says_how_long_each_core_took(run):
    document = run("warm", "--json").json
    assert set(document["seconds"]) == {"talking", "silent", "talking-magic", "silent-magic"}
    assert all(seconds >= 0 for seconds in document["seconds"].values())


def test_warm_speaks_both_languages(run):
    assert "準備ができました" in run("warm", "--lang", "ja").out
    assert "is ready" in run("warm", "--lang", "en").out
