-- For statements of other slices: whether a device is out of use for good.
CREATE FUNCTION device_is_removed(device_id integer) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT state = 'removed' FROM device WHERE id = device_id
$$;
