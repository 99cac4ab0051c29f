-- The progress of a track also holds which positions are in doubt; without any, the last one is where the device is.
UPDATE track_progress SET state = jsonb_build_object(
  'track', state,
  'judgement', jsonb_build_object(
    'last', state -> 'last' || '{"accuracy": null, "source": "gnss"}',
    'runs', '[]'::jsonb,
    'until', state -> 'last' -> 'time'));
