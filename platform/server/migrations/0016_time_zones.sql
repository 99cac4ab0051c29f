-- The offsets of time zones as the server knows them: PostgreSQL has files of its own, which are often of another version.
CREATE TABLE zone_offset (
  zone  text        NOT NULL,
  since timestamptz NOT NULL, -- -infinity: before the first change that is stored
  ahead interval    NOT NULL, -- of UTC
  PRIMARY KEY (zone, since)
);
SELECT rasid_shared_table('zone_offset');

-- The version of the data of which the offsets are.
CREATE TABLE zone_version (
  version text NOT NULL
);
SELECT rasid_shared_table('zone_version');

CREATE FUNCTION rasid_ahead(at timestamptz, of_zone text) RETURNS interval LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT o.ahead FROM zone_offset o WHERE o.zone = of_zone AND o.since <= at ORDER BY o.since DESC LIMIT 1),
    at AT TIME ZONE of_zone - at AT TIME ZONE 'UTC')
$$;

-- What the clocks of a zone show at an instant; instead of `at AT TIME ZONE of_zone`.
CREATE FUNCTION rasid_wall(at timestamptz, of_zone text) RETURNS timestamp LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT at AT TIME ZONE 'UTC' + rasid_ahead(at, of_zone)
$$;

-- The instant at which the clocks of a zone show a time: the first one of a repeated time; a skipped time moves forward
-- by what is skipped.
CREATE FUNCTION rasid_instant(wall timestamp, of_zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
           min(candidate) FILTER (WHERE rasid_wall(candidate, of_zone) = wall),
           wall AT TIME ZONE 'UTC' - rasid_ahead(wall AT TIME ZONE 'UTC' - interval '1 day', of_zone))
    FROM unnest(ARRAY[
      wall AT TIME ZONE 'UTC' - rasid_ahead(wall AT TIME ZONE 'UTC' - interval '1 day', of_zone),
      wall AT TIME ZONE 'UTC' - rasid_ahead(wall AT TIME ZONE 'UTC' + interval '1 day', of_zone)]) candidate
$$;
