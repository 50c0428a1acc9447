-- The rows of issued reports as they were: `ReportIssued` has their hash alone, and whoever makes a
-- report again wants to see what differs, should anything differ. Kept for ever. Decision 243.
create table issued_report (
  report_id uuid primary key,
  rows json not null
);
