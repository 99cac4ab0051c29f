-- A forecast that is better than "as now" and "as a week ago" may still know nothing: of shares that follow no pattern, the
-- middle of a few is closer to the next one than any of them.
ALTER TABLE sparking_forecast ADD error_any_time double precision; -- the mean error of "as it is at any time of the day"
