-- How texts are compared: what `fold` of contracts/folding.ts gives, but for the capitals of scripts
-- that the database's locale does not know. Not strict, so that a query has it inline; most texts have
-- one byte a letter, and are folded without the rest.
create function public.folded(typed text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(typed) = length(typed) and typed !~ '[\u0009-\u000d]| [''`-]* '
      then btrim(lower(translate(typed, '''`-', '')))
    else btrim(regexp_replace(regexp_replace(
      replace(replace(replace(replace(
        translate(
          lower(normalize(replace(typed, '´', ''), nfkd)),
          'ɓƁɖƉɗƊđĐǝƎəƏɛƐɣƔħĦıƙƘłŁɲƝŋŊøØɔƆςƴƳÐð',
          'bbddddddeeeeeegghhikkllnnnnooooσyydd'
        ),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u00ad\u034f\u061c\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff''`‘’‛ʹʻʼʽˈ′\u2010-\u2015\u2212-]',
      '', 'g'),
      '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'))
  end;
