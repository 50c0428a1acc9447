/**
 * The headers of every page and file of the web app, in one place for both servers that answer with
 * them: ours, and nginx, whose configuration `compose/page-headers.ts` makes of them.
 */

/** Seconds for which a browser insists on TLS, once it has come by TLS. */
export const strictTransport = 'max-age=31536000'

/** Those of any answer. */
export const commonHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  // Mailed tokens stand in addresses of pages.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/**
 * Own scripts alone, and own styles or ones with the page's nonce. Nothing that a script finds in a
 * text can become a script: every sink that would take one refuses text (`trusted-types 'none'`).
 */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'nonce-{nonce}'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** The pages about the API come from a library that writes HTML and style attributes. */
const docsPolicy = {
  ...pagePolicy,
  'style-src-attr': "'unsafe-inline'",
  'require-trusted-types-for': undefined,
  'trusted-types': undefined,
}

const written = (policy: Record<string, string | undefined>, nonce: string) =>
  Object.entries(policy)
    .filter(([, sources]) => sources !== undefined)
    .map(([directive, sources]) => `${directive} ${sources?.replace('{nonce}', nonce)}`)
    .join('; ')

/**
 * @param nonce of this one answer, for `<style>` elements that a script makes
 * @param isDocs for the pages about the API
 */
export const pageHeaders = (nonce: string, isDocs = false): Record<string, string> => ({
  ...commonHeaders,
  'Content-Security-Policy': written(isDocs ? docsPolicy : pagePolicy, nonce),
})
