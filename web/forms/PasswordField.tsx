import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './PasswordField.module.css';

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'icon'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.field}>
      <TextField {...props} type={isShown ? 'text' : 'password'} className={styles.input} />
      <IconButton
        className={styles.eye}
        label={isShown ? `Hide ${props.label}` : `Show ${props.label}`}
        icon={isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}
