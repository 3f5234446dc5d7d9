"""These bouts are too many for plain Python: they run in a child process with the compiled core."""

import os

if os.environ.get("BUDOSIM_COMPILED") == "1":
    collect_ignore = ["test_in_child.py"]
else:
    collect_ignore = ["test_behaviour.py", "test_holds.py", "test_reactions.py", "test_shares.py"]
