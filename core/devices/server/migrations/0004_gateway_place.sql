ALTER TABLE lora_gateway
  ADD COLUMN status text NOT NULL DEFAULT 'in-service' CHECK (status IN ('in-service', 'in-repair', 'out-of-service')),
  ADD COLUMN lat    double precision CHECK (lat BETWEEN -90 AND 90),
  ADD COLUMN lng    double precision CHECK (lng BETWEEN -180 AND 180),
  ADD CHECK ((lat IS NULL) = (lng IS NULL));
