-- What bills say about a company.
CREATE TABLE billing_profile (
  company_id    integer PRIMARY KEY REFERENCES company,
  legal_name_en text NOT NULL,
  legal_name_ar text NOT NULL,
  trn           text CHECK (trn ~ '^[0-9]{15}$'),
  address_en    text,
  address_ar    text,
  bills_email   text
);
SELECT rasid_tenant_table('billing_profile');
SELECT rasid_part_of('billing_profile', 'company_id');
