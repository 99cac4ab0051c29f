-- Which apps a company holds and what units it has left are told in the company's history.
SELECT rasid_part_of('company_app', 'company_id');
SELECT rasid_part_of('com_package', 'company_id');
