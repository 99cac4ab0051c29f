-- The zones of all panels of a company, in the orders of their list.
CREATE INDEX defcon_zone_name ON defcon_zone (company_id, name, id);
CREATE INDEX defcon_zone_changed ON defcon_zone (company_id, changed_at, id);
-- What a zone has reported.
CREATE INDEX defcon_event_zone ON defcon_event (panel_id, zone_no, at DESC, id DESC) WHERE zone_no IS NOT NULL;
