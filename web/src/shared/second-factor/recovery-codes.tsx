import { saveFile } from '../api/download.ts'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { NoticeBox } from '../feedback/notice-box.tsx'
import './second-factor.css'

/**
 * Shows new recovery codes. They can be shown only once, because the server stores only their
 * hashes.
 */
export const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const text = `${codes.join('\n')}\n`
  const download = () =>
    saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain;charset=utf-8' }))
  return (
    <div className="recovery-codes">
      <NoticeBox
        kind="info"
        title="Keep these recovery codes"
        text="If you lose your phone or security key, sign in with one of these codes. Each code works once, and is not shown again."
      />
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-buttons">
        <CopyButton text={text} what="The recovery codes" />
        <Button size="small" onClick={download}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone} data-first-focus>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
