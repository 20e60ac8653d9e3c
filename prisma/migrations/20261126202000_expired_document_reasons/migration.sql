-- The reason of a document that expired was stored as a sentence in two languages. Pages now say it in the reader's, from
-- the document's last day.
UPDATE "submission_requirement" SET "verdict_reason" = NULL
WHERE "verdict" = 'replace' AND "verdict_reason" LIKE 'Valid until ____-__-__. / Valable jusqu’au ____-__-__.';
