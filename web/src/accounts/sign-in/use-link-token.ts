import { useParams } from 'react-router-dom'

/**
 * The token of a mailed link. Mail programs and people often copy characters that follow the link,
 * such as `).`, `>` or a comma, so these are removed.
 */
export const useLinkToken = (): string | undefined => useParams().token?.replace(/[^\w-]+$/, '')
