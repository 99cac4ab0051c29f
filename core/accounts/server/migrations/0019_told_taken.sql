-- How many addresses and serials of somebody else a company was told of today.
CREATE TABLE told_taken (
  day        date NOT NULL DEFAULT current_date,
  company_id integer NOT NULL,
  told       integer NOT NULL,
  PRIMARY KEY (day, company_id)
);
SELECT rasid_system_table('told_taken');
