-- The table asset_attachment: manuals, invoices and photos of assets.
SELECT rasid_attachments('asset');
