-- The copy of a file has the same bytes in the object store. They are deleted with the last file that has them.
ALTER TABLE stored_file DROP CONSTRAINT stored_file_object_key_key;
CREATE INDEX stored_file_object_key ON stored_file (object_key) WHERE object_key IS NOT NULL;
