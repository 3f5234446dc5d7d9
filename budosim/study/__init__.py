"""Results to answers: frames, rates, figures, reports."""
