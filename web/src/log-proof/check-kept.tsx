import { useState } from 'react'
import { failureNotice } from '../shared/api/error-catalogue.ts'
import { NoticeBox } from '../shared/feedback/notice-box.tsx'
import { FileDrop } from '../shared/fields/file-drop.tsx'
import { checkKept } from './check-kept.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/**
 * Lets the user check a checkpoint that they saved earlier. The check runs in the browser, and uses
 * only the log's public files.
 */
export const CheckKept = () => {
  const [verdict, setVerdict] = useState<Verdict | 'checking' | null>(null)
  const take = async (file: File) => {
    setVerdict('checking')
    try {
      setVerdict(verdictOf(await checkKept(file)))
    } catch (error) {
      const { text } = failureNotice(error, 'admin')
      setVerdict({ kind: 'failure', title: 'The log could not be read', text })
    }
  }
  return (
    <section className="log-card" aria-labelledby="kept-checkpoint">
      <h2 id="kept-checkpoint">Check a checkpoint I kept</h2>
      <FileDrop
        choose="Choose the file"
        help="or drop it here"
        accept=".txt,text/plain"
        onTake={take}
      />
      {verdict === 'checking' && <p role="status">Checking…</p>}
      {verdict !== null && verdict !== 'checking' && (
        <NoticeBox kind={verdict.kind} title={verdict.title} text={verdict.text} />
      )}
      <p className="field-help">
        Your browser checks it using only what the shop publishes for everyone. If you don’t trust
        this page, run the witness or the checker on your own computer.
      </p>
    </section>
  )
}
