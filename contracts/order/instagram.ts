/**
 * Finds an Instagram name in what a customer typed, pasted or shared. According to Instagram's
 * rules, a name has up to 30 letters, digits, dots and underscores, without a dot at the end or two
 * dots in a row.
 */

const grammar = /^(?!.*\.\.)[A-Za-z0-9_.]{0,29}[A-Za-z0-9_]$/

/** Paths of Instagram's own pages, which no account can have as its name. */
const reserved = new Set([
  'about',
  'accounts',
  'api',
  'challenge',
  'developer',
  'direct',
  'directory',
  'explore',
  'hashtag',
  'invites',
  'legal',
  'p',
  'reel',
  'reels',
  's',
  'share',
  'stories',
  'tv',
  'web',
])
const beforeName = new Set(['_u', '_n', 'm', 'n'])
const posts = new Set(['p', 'reel', 'reels', 'tv', 's', 'share', 'stories'])

const isName = (text: string) => grammar.test(text) && !reserved.has(text.toLowerCase())

const site = String.raw`(?:[a-z\d-]+\.)*(?:instagram\.com|instagr\.am|ig\.me)(?::\d+)?`
const link = new RegExp(String.raw`(?:^|[^\w.@-])(${site}(?:[/?#]\S*)?)(?![\w.-])`, 'i')
const untilPath = new RegExp(`^${site}`, 'i')
const appLink = /\binstagram:\/\/user\?username=([\w.]+)/i
const anyAddress = /^(?:[a-z][a-z\d+-]*:|www\.)|\/\//i

type Found = { name: string } | { problem: 'none' | 'post' | 'no name' }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const inPath = (path: string, query: URLSearchParams): Found => {
  const parts = path
    .split('/')
    .map((part) => decoded(part).trim().replace(/^@+/, ''))
    .filter((part) => part !== '')
  if (beforeName.has(parts[0]?.toLowerCase() ?? '')) parts.shift()
  const [first = '', second = '', third] = parts
  // The page that asks people to sign in; `next` has the path that they wanted.
  if (first === 'accounts' && query.has('next')) return inPath(query.get('next') ?? '', noQuery)
  if (posts.has(first.toLowerCase())) return { problem: 'post' }
  // `/ada.hair/reels/` is a page of the profile; `/ada.hair/reel/C3x` is a post.
  if (third !== undefined && posts.has(second.toLowerCase())) return { problem: 'post' }
  if (first === '') return { problem: 'none' }
  return isName(first) ? { name: first } : { problem: 'no name' }
}
const noQuery = new URLSearchParams()

const inLink = (link: string): Found => {
  const [address = '', query = ''] = link.replace(/#.*$/, '').split('?', 2)
  return inPath(address.replace(untilPath, ''), new URLSearchParams(query))
}

const find = (typed: string): Found => {
  const text = typed.trim()
  const inApp = appLink.exec(text)?.[1]
  if (inApp) return isName(inApp) ? { name: inApp } : { problem: 'no name' }
  const linked = link.exec(text)?.[1]
  if (linked) return inLink(linked)
  if (!/[\p{L}\p{N}_]/u.test(text)) return { problem: 'none' }
  const unlabelled = text.replace(/^(?:instagram|insta|ig)(?:\s*[:-]\s*|\s+(?=@))/i, '')
  if (anyAddress.test(unlabelled)) return { problem: 'no name' }
  const named = unlabelled
    .replace(/^[@\s]+/, '')
    .replace(/[/?#][\s\S]*$/, '')
    .trim()
  if (isName(named)) return { name: named }
  const mentioned = [...text.matchAll(/(?:^|[^\w.])@(\w[\w.]*\w|\w)/g)].map(([, name = '']) => name)
  const [only = ''] = mentioned
  return mentioned.length === 1 && isName(only) ? { name: only } : { problem: 'no name' }
}

/**
 * Turns `@ada.hair` and `https://www.instagram.com/ada.hair?igsh=x` into `ada.hair`. A text without
 * a name stays as it is.
 */
export const instagramName = (typed: string): string => {
  const found = find(typed)
  return 'name' in found ? found.name : typed.trim()
}

export const enterInstagramText = 'Please enter instagram username!'

const texts = {
  none: enterInstagramText,
  post: 'This link leads to a post or a story: please paste the link to your profile, or type your username',
  'no name':
    'An Instagram username has only letters, numbers, dots and underscores: please type yours, or paste the link to your profile',
}

/** Why a text contains no Instagram name; null if it does. */
export const instagramProblem = (typed: string): string | null => {
  const found = find(typed)
  return 'name' in found ? null : texts[found.problem]
}
