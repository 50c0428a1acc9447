-- Names that look alike are the same: claims of an earlier release lose the characters that nobody sees. Where two then
-- have one name, the older claim stays as it is: both keep their names until one of them is changed.
update name_claim claim set name = seen.name
from (
  select kind, name as was, regexp_replace(
      name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
      '', 'g') as name
  from name_claim
) seen
where claim.kind = seen.kind and claim.name = seen.was and seen.name <> seen.was
  and not exists (select from name_claim other where other.kind = seen.kind and other.name = seen.name)
  and not exists (
    select from name_claim other where other.kind = seen.kind and other.name < seen.was
      and regexp_replace(
        other.name,
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
        '', 'g') = seen.name);
