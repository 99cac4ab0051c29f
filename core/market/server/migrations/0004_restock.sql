-- The day on which more of a product arrive that is short.
ALTER TABLE market_product ADD COLUMN restock_on date;
DROP TRIGGER change_log ON market_product;
CREATE TRIGGER change_log AFTER UPDATE OF name_en, name_ar, summary_en, summary_ar, description_en, description_ar, price_cents, stock, restock_on, active
  ON market_product FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
