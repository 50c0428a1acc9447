import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '../style/class-names.ts'
import './icon-button.css'

export const IconButton = ({
  label,
  className,
  ...others
}: { label: string; ref?: Ref<HTMLButtonElement> } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'disabled'
>) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={classNames('icon-button', className)}
    {...others}
  />
)
