import { Button } from '../../shared/buttons/button.tsx'

/** Whether a file has no texts at all, or they stand in a column that is not known. */
export const TextQuestion = ({ onAnswer }: { onAnswer: () => void }) => (
  <section className="form-card date-question" aria-labelledby="text-question">
    <h2 id="text-question">Have the lines no texts?</h2>
    <p>
      None of them says who paid or what for, so none can find its order. If a column holds that,
      please say below which one.
    </p>
    <div className="import-next">
      <Button onClick={onAnswer}>The file has no texts</Button>
    </div>
  </section>
)
