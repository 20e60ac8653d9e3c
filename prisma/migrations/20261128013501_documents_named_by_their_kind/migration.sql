-- A document was stored under any name that its sender gave it. The ending now follows the kind that was detected, as
-- lib/documents/name.ts does for what arrives.
UPDATE "document" SET "name" = CASE WHEN stem ~* ending THEN stem ELSE stem || right_ending END
FROM (
  SELECT "id" AS named, coalesce(nullif(regexp_replace("name", '\.[a-z][a-z0-9]{0,9}$', '', 'i'), ''), 'document') AS stem,
    CASE "kind" WHEN 'jpeg' THEN '\.jpe?g$' ELSE '\.' || "kind" || '$' END AS ending,
    CASE "kind" WHEN 'jpeg' THEN '.jpg' ELSE '.' || "kind" END AS right_ending
  FROM "document"
) shown WHERE "id" = named AND "name" !~* ending;
