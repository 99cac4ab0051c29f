-- Wrong guesses of codes and keys within a window, by who guesses, shared by all processes. Only hashes are kept.
CREATE TABLE wrong_guess (
  guesser text PRIMARY KEY,
  began   timestamptz NOT NULL DEFAULT now(),
  guesses text[] NOT NULL
);
CREATE INDEX wrong_guess_began ON wrong_guess (began);
SELECT rasid_system_table('wrong_guess');
