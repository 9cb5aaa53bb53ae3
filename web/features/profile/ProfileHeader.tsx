import { Camera, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { roleLabel } from '#shared/labels.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AvatarDialog } from './AvatarDialog.tsx';
import styles from './ProfileHeader.module.css';

const AVATAR_SIZE = 112;

interface ProfileHeaderProps {
  user: User;
  isEditing: boolean;
  onToggleEdit(): void;
}

export function ProfileHeader({ user, isEditing, onToggleEdit }: ProfileHeaderProps) {
  const [isPhotoOpen, setIsPhotoOpen] = useState(false);
  const Icon = isEditing ? X : Pencil;
  return (
    <header className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-6 mb-8 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:gap-4 max-md:mb-6">
      <button
        type="button"
        className={`relative p-0 border-0 rounded-full bg-transparent cursor-pointer ${styles.photo}`}
        aria-label={user.avatar_url ? 'Change profile photo' : 'Add a profile photo'}
        onClick={() => setIsPhotoOpen(true)}
      >
        <Avatar src={user.avatar_url} size={AVATAR_SIZE} />
        <span className={styles.camera}>
          <Camera size={18} aria-hidden="true" />
        </span>
      </button>
      <div className={styles.words}>
        <h1>{user.name}</h1>
        <p>
          <strong>{roleLabel[user.role]} Account</strong>
          <span>Member since {formatDay(user.created_at)}</span>
        </p>
      </div>
      <Button
        variant={isEditing ? 'outlined' : 'primary'}
        className={styles.toggle}
        aria-pressed={isEditing}
        onClick={onToggleEdit}
      >
        <Icon size={17} aria-hidden="true" />
        {isEditing ? 'Cancel Edit' : 'Edit Profile'}
      </Button>
      {isPhotoOpen && <AvatarDialog user={user} onClose={() => setIsPhotoOpen(false)} />}
    </header>
  );
}
