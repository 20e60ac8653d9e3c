-- A language is a folder of the product's: the database takes any code, and needs no migration for another one.
ALTER TABLE "developer" DROP CONSTRAINT "developer_locale_check",
  ADD CONSTRAINT "developer_locale_check" CHECK ("locale" ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
ALTER TABLE "terms_acceptance" DROP CONSTRAINT "terms_acceptance_locale_check",
  ADD CONSTRAINT "terms_acceptance_locale_check" CHECK ("locale" ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');

-- What administrators write in languages other than English and French: { "pt": { "title": "…" } }.
ALTER TABLE "announcement" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "requirement" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "submission_requirement" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "reason_template" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "terms_version" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
