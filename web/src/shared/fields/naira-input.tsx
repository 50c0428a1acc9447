import type { InputHTMLAttributes } from 'react'
import './naira-input.css'

export const NairaInput = ({
  onType,
  ...input
}: { onType: (typed: string) => void } & Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange'
>) => (
  <div className="naira-input">
    <span aria-hidden="true">₦</span>
    <input {...input} autoComplete="off" onChange={(event) => onType(event.target.value)} />
  </div>
)
