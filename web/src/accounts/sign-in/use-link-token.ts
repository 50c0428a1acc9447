import { useParams } from 'react-router-dom'

/**
 * The token of a mailed link, of letters, digits, `-`, `_` and dots between them. Mail programs and
 * people copy what stands behind a link with it: `).`, `>` or a comma.
 */
export const useLinkToken = (): string | undefined => useParams().token?.replace(/[^\w-]+$/, '')
