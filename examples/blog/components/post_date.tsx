interface Props {
  time: string | undefined;
  language: string;
}

export function PostDate({ time, language }: Props) {
  if (time === undefined) return null;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
