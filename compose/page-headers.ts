import { pageHeaders } from '../platform/http/page-headers.ts'

// Prints a page's headers for nginx, when the nginx image is built, so that both servers send the
// same headers. The nonce is the request's id, which nginx makes from 16 random bytes.
for (const [name, value] of Object.entries(pageHeaders('$request_id')))
  process.stdout.write(`add_header ${name} "${value}" always;\n`)
