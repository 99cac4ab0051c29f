-- Codecs of connectors that have hit their caps too often, until they decode a message again, with the device that has the alarm.
CREATE TABLE codec_failure (
  connector_id integer NOT NULL,
  codec_id     integer NOT NULL,
  company_id   integer NOT NULL,
  device_id    integer NOT NULL REFERENCES device ON DELETE CASCADE,
  app          text    NOT NULL,
  PRIMARY KEY (connector_id, codec_id, device_id),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE,
  FOREIGN KEY (codec_id, company_id) REFERENCES codec (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('codec_failure', false);
CREATE INDEX codec_failure_codec ON codec_failure (codec_id);
CREATE INDEX codec_failure_device ON codec_failure (device_id);
