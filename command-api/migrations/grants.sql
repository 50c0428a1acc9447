-- command-api's own tables are its own: of all of them, query-api sees what tells it who asks.
grant select, insert, update, delete on public.account to strand_command;
grant select, insert, update, delete
  on public.session, public.sign_in_failure, public.sign_in_look, public.known_device_link,
    public.password_reset, public.account_event
  to strand_command;
grant select, insert, update, delete
  on public.totp, public.passkey, public.recovery_code, public.sign_in_challenge, public.oidc_visit,
    public.used_once
  to strand_command;
grant select, insert, update, delete on public.upload, public.product_picture, public.name_claim to strand_command;
grant select, insert, update, delete on public.command_key to strand_command;
grant select, insert, update, delete on public.question_try to strand_command;
grant select, insert, delete on public.order_erasure to strand_command;
grant select, insert, update, delete on public.order_money to strand_command;
grant select, insert, update on public.reserved_order_id to strand_command;
grant select, insert, update, delete on public.saved_view to strand_command;
grant select, usage on sequence public.payment_code_number to strand_command;
grant select on public.payment_code_key to strand_command;
grant select, insert, update, delete on public.payment_code_use to strand_command;
grant select, insert, update on public.payment_code_day to strand_command;
grant select, insert, update, delete on public.left_to_people to strand_command;
grant select on public.left_to_people to strand_query;
grant select, insert, update, delete on public.bank_import to strand_command;
grant select, insert, update, delete
  on public.bank_line, public.bank_statement_line, public.bank_take_back to strand_command;
grant select, insert, update, delete
  on public.bank_line_erasure, public.bank_mapping to strand_command;
grant select, update, delete on public.proof_reading to strand_command;
grant select, insert, delete on public.proof_reference to strand_command;
-- They ask for a reading and say what was found, and cannot say that it is in the log.
grant select, insert, delete, update (state, tries, reader_version, reading, reference_hmacs)
  on public.proof_reading to strand_workers;
-- Whose turn it is among the proofs that wait.
grant select (key, network) on public.upload to strand_workers;

grant select on public.proof_reference to strand_query;
grant select on public.saved_view to strand_query;
grant select (statement_id, bank_account_id, state, head, done, counts, problem)
  on public.bank_import to strand_query;
grant select, insert, update, delete on public.order_lease to strand_query;
grant select, insert, update, delete on public.mention_read to strand_query;
grant select (user_id, email, role, status) on public.account to strand_query;
grant select (id, user_id, created_at, last_seen_at, ended_at), update (last_seen_at)
  on public.session to strand_query;
grant select, insert on public.issued_report to strand_command;
grant select on public.issued_report to strand_query;
