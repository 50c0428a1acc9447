import { useParams } from 'react-router-dom'

/**
 * The token of a mailed link. Mail programs and people often copy a character after the link, such
 * as `).`, `>` or a comma, so this removes it.
 */
export const useLinkToken = (): string | undefined => useParams().token?.replace(/[^\w-]+$/, '')
