-- Whether another company has entered a gateway is nobody's business, and keeps nobody from entering their own.
ALTER TABLE lora_gateway DROP CONSTRAINT lora_gateway_eui_key;
CREATE UNIQUE INDEX lora_gateway_eui ON lora_gateway (company_id, eui);
