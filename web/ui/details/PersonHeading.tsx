import { Avatar } from '../display/Avatar.tsx';
import { Badge, type BadgeTone } from '../display/Badge.tsx';

interface PersonHeadingProps {
  name: string;
  avatarUrl: string | null;
  badges: { tone: BadgeTone | undefined; words: string }[];
}

export function PersonHeading({ name, avatarUrl, badges }: PersonHeadingProps) {
  return (
    <div className="flex items-center gap-4">
      <Avatar src={avatarUrl} size={64} />
      <div>
        <p dir="auto" className="text-xl font-bold tracking-[-0.02em] leading-[1.25] wrap-anywhere">
          {name}
        </p>
        <p className="flex flex-wrap gap-2 mt-2">
          {badges.map(({ tone, words }) => (
            <Badge key={words} {...(tone ? { tone } : {})}>
              {words}
            </Badge>
          ))}
        </p>
      </div>
    </div>
  );
}
