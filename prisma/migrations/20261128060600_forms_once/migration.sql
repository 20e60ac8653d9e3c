-- What a form does it does once, by its key: a repeat is led to where the first one led.
ALTER TABLE "single_use" ADD COLUMN "leads_to" text;

-- A repeat of the form that replaced a session is told so, instead of being signed out.
ALTER TABLE "session" ADD COLUMN "successor_id" uuid, ADD COLUMN "successor_form" bytea;
