-- The pending orders that rows of the file name which are no money, such as one in dollars: if no other line pays them,
-- they are left to people, and say why. No line of the bank is to blame then.
alter table bank_import add not_money_orders text[] not null default '{}';
alter table left_to_people alter line_id drop not null;
