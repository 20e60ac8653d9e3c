-- Each start on an operator's own PostgreSQL, and each import into Production, looks for demo accounts: with a hundred
-- million accounts it read them all.
CREATE INDEX wallet_account_demo_idx ON wallet_account (environment) WHERE demo;
