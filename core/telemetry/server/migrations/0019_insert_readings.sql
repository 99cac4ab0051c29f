-- Stores points that are expected to be new. Without ON CONFLICT, an INSERT writes less WAL; if one point was stored
-- before, nothing is inserted and the result is false.
CREATE FUNCTION rasid_insert_readings(devices integer[], sensors integer[], times bigint[], measured double precision[], words text[])
RETURNS boolean LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO reading (device_id, sensor_id, time, value, word)
  SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest(devices, sensors, times, measured, words) AS n(d, s, t, v, w);
  RETURN true;
EXCEPTION WHEN unique_violation THEN
  RETURN false;
END $$;
