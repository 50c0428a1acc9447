-- What is owed back to customers changes an order and a bank line, too.
alter table order_money drop constraint order_money_kind_check;
alter table order_money add check (kind in ('approve', 'undo', 'archive', 'erase', 'owe', 'pay-back'));
