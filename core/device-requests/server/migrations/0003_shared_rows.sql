-- The kit makes the policies of the companies of a request; they see the same as before.
SELECT rasid_shared_rows('device_request', sides => '{integrator_id}', own => 'own_company', running => 'provides_for');
SELECT rasid_shared_part('device_request_line', 'device_request', 'o.id = device_request_line.request_id');
