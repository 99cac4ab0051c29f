-- The kit makes the policies of the companies of a ticket; they see the same as before.
SELECT rasid_shared_rows('ticket', sides => '{desk_id,helper_id}', own => 'own_company', running => 'provides_for');
SELECT rasid_shared_part('ticket_message', 'ticket', 'o.id = ticket_message.ticket_id',
  $$kind = 'public' OR (SELECT is_super_admin()) OR (kind = 'internal' AND (SELECT own_company()) IN (o.desk_id, o.helper_id))$$);
SELECT rasid_shared_part('ticket_file', 'ticket_message', 'o.ticket_id = ticket_file.ticket_id AND o.n = ticket_file.n');
