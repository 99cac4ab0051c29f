-- Wrong codes are counted by the person who enters them, in wrong_guess of the platform.
DROP TABLE package_try;
