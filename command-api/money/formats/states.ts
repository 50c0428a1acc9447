import type { StateMeaning } from '@strand/contracts/money/statement'

/** Banks' and payment companies' words for a transfer that arrived. */
const arrivedWords = new Set([
  ...[
    'success',
    'successful',
    'succeeded',
    'succeed',
    'successfully',
    'successfull',
    'suc',
    'succ',
  ],
  ...['completed', 'complete', 'completed successfully', 'successfully completed', 'finished'],
  ...['posted', 'settled', 'approved', 'approved or completed successfully', 'ok', 'okay', '00'],
  ...['done', 'processed', 'processed successfully', 'successfully processed', 'paid', 'received'],
  ...['credited', 'debited', 'confirmed', 'cleared', 'booked', 'final', 'executed', 'delivered'],
  ...['not reversed', 'unreversed', 'not returned', 'not refunded'],
  ...['reussi', 'reussie', 'succes', 'effectue', 'effectuee', 'valide', 'terminee', 'paye'],
  ...[
    'exitoso',
    'exitosa',
    'completado',
    'completada',
    'aprobado',
    'pagado',
    'sucesso',
    'concluido',
  ],
  ...['aprovado', 'pago', 'erfolgreich', 'abgeschlossen', 'gebucht', 'ausgefuhrt', 'eseguito'],
])

/** Banks' and payment companies' words for a transfer that did not arrive, or did not stay. */
const notWords = new Set([
  ...['failed', 'failure', 'fail', 'unsuccessful', 'not successful', 'error', 'declined'],
  ...['rejected', 'refused', 'denied', 'cancelled', 'canceled', 'abandoned', 'aborted', 'void'],
  ...['voided', 'expired', 'timeout', 'timed out', 'time out', 'incomplete', 'invalid'],
  ...['pending', 'processing', 'in progress', 'inprogress', 'initiated', 'queued', 'scheduled'],
  ...['awaiting', 'waiting', 'on hold', 'hold', 'held', 'blocked', 'suspended', 'draft', 'unpaid'],
  ...['authorised', 'authorized', 'pre authorised', 'pre authorized', 'uncleared', 'unposted'],
  ...['reversed', 'reversal', 'returned', 'refunded', 'refund', 'partially refunded', 'bounced'],
  ...['dishonoured', 'dishonored', 'recalled', 'disputed', 'charged back', 'chargeback'],
  ...[
    'echoue',
    'echouee',
    'echec',
    'en attente',
    'en cours',
    'annule',
    'annulee',
    'rejete',
    'refuse',
  ],
  ...[
    'rembourse',
    'fallido',
    'fallida',
    'pendiente',
    'rechazado',
    'cancelado',
    'anulado',
    'devuelto',
  ],
  ...['falhou', 'pendente', 'rejeitado', 'estornado', 'devolvido', 'fehlgeschlagen', 'ausstehend'],
  ...['storniert', 'abgelehnt', 'zuruckgebucht', 'vorgemerkt', 'fallito', 'in attesa', 'stornato'],
])

const maxWordLength = 60

/** Normalizes a status word, so that words can be compared and remembered. */
export const plainState = (cell: string): string =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.:!]+/g, ' ')
    .trim()
    .slice(0, maxWordLength)

const fillers =
  /\b(transaction|transactions|trans|txn|tran|transfer|payment|status|was|is|has been)\b/g

/** What a word means without anybody's explanation; null if it is unknown. */
export const knownState = (cell: string): StateMeaning | null => {
  const word = plainState(cell)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(fillers, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (arrivedWords.has(word)) return 'arrived'
  return notWords.has(word) ? 'not' : null
}
