import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DefaultTheme, MarkdownOptions, UserConfig } from 'vitepress'
import { anchorOf } from '../../tools/docs/anchor.ts'

// The site of the documentation: `npm run docs`. Its pages are those that GitHub shows, in their folders.

const root = fileURLToPath(new URL('../../', import.meta.url))
const rootPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']
const isPage = (file: string) => rootPages.includes(file) || /^docs\/.*\.md$/.test(file)

/**
 * The page that a link leads to: the linked page, or the first page of a linked folder. Null if
 * there is no such page.
 */
const pageAt = (to: string): string | null => {
  const folder = to.replace(/\/$/, '')
  if (isPage(folder)) return folder
  const first = `${folder}/README.md`
  return isPage(first) && existsSync(path.join(root, first)) ? first : null
}

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/**
 * Links between pages stay links. A link to a source becomes plain text, because the site has no
 * sources.
 */
const linkPages = (md: MarkdownIt): void => {
  md.core.ruler.push('strand-links', ({ tokens, env }) => {
    const folder = path.posix.dirname(env.relativePath)
    for (const { children } of tokens) {
      let isUnlinked = false
      for (const token of children ?? []) {
        const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : ''
        const [file = '', anchor] = href.split('#')
        const to = path.posix.join(folder, file)
        if (token.type === 'link_close' && isUnlinked) {
          Object.assign(token, { type: 'text', tag: '', content: '' })
          isUnlinked = false
        } else if (file !== '' && !/^[a-z]+:/i.test(href)) {
          const page = pageAt(to)
          if (page === null) {
            isUnlinked = true
            Object.assign(token, { type: 'text', tag: '', content: '' })
          } else {
            const target = path.posix.relative(folder, page).replace(/README\.md$/, 'index.md')
            token.attrSet('href', anchor === undefined ? `./${target}` : `./${target}#${anchor}`)
          }
        }
      }
    }
  })
}

/** A diagram is drawn in the browser. */
const drawDiagrams = (md: MarkdownIt): void => {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]
    return token?.info.trim() === 'mermaid'
      ? `<pre class="mermaid" v-pre>${md.utils.escapeHtml(token.content)}</pre>`
      : (fence?.(tokens, index, ...rest) ?? '')
  }
}

const item = (text: string, link: string) => ({ text, link })
const firstHeading = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? file
/** The pages of a folder by their headings, in the order in which its first page links to them. */
const pagesOf = (folder: string): DefaultTheme.SidebarItem[] => {
  const first = readFileSync(path.join(root, folder, 'README.md'), 'utf8')
  const linked = (file: string) => {
    const at = first.indexOf(`](${file})`)
    return at === -1 ? first.length : at
  }
  return readdirSync(path.join(root, folder))
    .filter((file) => /^[a-z\d].*\.md$/.test(file) && !file.startsWith('000'))
    .sort((one, other) => linked(one) - linked(other) || one.localeCompare(other))
    .map((file) => item(firstHeading(`${folder}/${file}`), `/${folder}/${file}`))
}

const site: UserConfig<DefaultTheme.Config> = {
  title: 'Strand',
  description: 'The order desk of a shop that is paid by bank transfer',
  // `npm run docs` copies the pages there: outside this folder, they could not import its packages.
  srcDir: '.pages',
  outDir: '../dist/docs',
  cacheDir: '../dist/docs-cache',
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      linkPages(md)
      drawDiagrams(md)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    notFound: {
      title: 'This page does not exist',
      quote: 'Search for its words, or begin at the start.',
      linkText: 'To the start',
    },
    nav: [item('Documentation', '/docs/'), item('Changelog', '/CHANGELOG')],
    sidebar: [
      {
        text: 'Start',
        items: [
          item('Strand', '/'),
          item('All pages', '/docs/'),
          item('Working on Strand', '/CONTRIBUTING'),
          item('Reporting a hole', '/SECURITY'),
        ],
      },
      { text: 'Pages', items: pagesOf('docs') },
      {
        text: 'Design',
        collapsed: true,
        items: [item('All topics', '/docs/design/'), ...pagesOf('docs/design')],
      },
      {
        text: 'Decisions',
        collapsed: true,
        items: [item('All decisions', '/docs/decisions/'), ...pagesOf('docs/decisions')],
      },
    ],
  },
}

export default site
