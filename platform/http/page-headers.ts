/**
 * The headers of every page and file of the web app, in one place for both servers that send them:
 * ours, and nginx, whose configuration `compose/page-headers.ts` generates from them.
 */

/** How long (in seconds) a browser insists on TLS, once it has connected over TLS. */
export const strictTransport = 'max-age=31536000'

/** The headers of every response. */
export const commonHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  // Addresses of pages contain mailed tokens.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/**
 * Only our own scripts, and our own styles or styles with the page's nonce. No text can become a
 * script: every DOM sink that would run one refuses text (`trusted-types 'none'`).
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

/** The API documentation pages come from a library that writes HTML and style attributes. */
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
 * @param nonce of this one response, for `<style>` elements that a script creates
 * @param isDocs for the API documentation pages
 */
export const pageHeaders = (nonce: string, isDocs = false): Record<string, string> => ({
  ...commonHeaders,
  'Content-Security-Policy': written(isDocs ? docsPolicy : pagePolicy, nonce),
})
