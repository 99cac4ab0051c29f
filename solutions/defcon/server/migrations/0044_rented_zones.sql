-- Zones that companies other than the owner of the panel see: of panels that they watch, and those that they rent.
CREATE VIEW defcon_zone_party WITH (security_invoker = true) AS
  SELECT z.id AS zone_id, w.company_id, w.role, w.from_at, w.in_force AS reads, z.search
    FROM defcon_assignment w JOIN defcon_zone z ON z.panel_id = w.panel_id
   WHERE w.in_force AND (w.role = 'monitoring' OR w.zones = '{}' OR z.id = ANY (w.zones));
GRANT SELECT ON defcon_zone_party TO rasid_all;

-- Who watches a panel sees its zones with it. A tenant does not see the panel, and changes nothing.
CREATE POLICY rented ON defcon_zone FOR SELECT TO rasid_app USING (EXISTS (
  SELECT FROM defcon_assignment w
   WHERE w.panel_id = defcon_zone.panel_id AND w.company_id = ANY ((SELECT rasid_companies())::integer[]) AND w.in_force AND w.role = 'tenant'
     AND (w.zones = '{}' OR defcon_zone.id = ANY (w.zones))));
