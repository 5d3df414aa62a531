import type { CommandShape, ValueShape } from './commandShape.ts';

/** The script by which bash completes command lines of Sightline. It works with bash 3.2 of macOS, too. */
export function bashCompletion(shapes: readonly CommandShape[]): string {
  return `# Completion of sightline for bash: source <(sightline completion bash)

_sightline_command() {
  case $1 in
${shapes.map(commandCase).join('\n')}
  esac
}

_sightline_value() {
  case $1 in
${shapes.flatMap(valueCases).join('\n')}
  esac
}

${walk}`;
}

function commandCase({ path, commands, options }: CommandShape): string {
  const names = options.flatMap(option => option.names);
  const valued = options.filter(({ value }) => value !== undefined).flatMap(option => option.names);
  const words = [commands.map(({ name }) => name), names, valued].map(list => quoted(list.join(' ')));
  return `    ${quoted(path)}) commands=${words[0]} options=${words[1]} valued=${words[2]} ;;`;
}

function valueCases({ path, options, arguments: operands }: CommandShape): string[] {
  return [
    ...options.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map(name => valueCase(quoted(`${path} ${name}`), value)),
    ),
    ...operands.map((operand, index) =>
      valueCase(operand.variadic ? `${quoted(`${path} `)}[0-9]*` : quoted(`${path} ${index}`), operand),
    ),
  ].filter(line => line !== '');
}

function valueCase(pattern: string, { choices, place }: ValueShape): string {
  if (choices.length === 0 && place === undefined) return '';
  return `    ${pattern}) choices=${quoted(choices.join(' '))} place=${place ?? "''"} ;;`;
}

/** A word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Goes along the words before the cursor, and offers what may follow them. */
const walk = String.raw`_sightline() {
  local cur=${'${COMP_WORDS[COMP_CWORD]}'} word path='' option='' dashes='' operands=0 i=1
  local commands='' options='' valued='' choices='' place=''
  COMPREPLY=()
  _sightline_command ''
  while ((i < COMP_CWORD)); do
    word=${'${COMP_WORDS[i]}'} option=''
    ((i += 1))
    if [[ -n $dashes ]]; then
      ((operands += 1))
    elif [[ $word == -- ]]; then
      dashes=yes
    elif [[ $word == -* && " $valued " == *" $word "* ]]; then
      # --option=value is three words to bash.
      [[ ${'${COMP_WORDS[i]}'} == '=' ]] && ((i += 1))
      option=$word
      ((i += 1))
    elif [[ $word == -* ]]; then
      :
    elif ((operands == 0)) && [[ " $commands " == *" $word "* ]]; then
      path="${'${path:+$path }'}$word"
      _sightline_command "$path"
    else
      ((operands += 1))
    fi
  done
  # The option whose value was gone over is complete, unless the cursor is in the value.
  ((i > COMP_CWORD)) || option=''
  if [[ -n $option ]]; then
    [[ $cur == '=' ]] && cur=''
    _sightline_value "$path $option"
  elif [[ -z $dashes && $cur == -* ]]; then
    choices=$options
  else
    _sightline_value "$path $operands"
    if ((operands == 0)) && [[ -z $dashes ]]; then choices="$commands $choices"; fi
  fi
  while IFS= read -r word; do
    [[ -n $word ]] && COMPREPLY[${'${#COMPREPLY[@]}'}]=$word
  done <<<"$(compgen -W "$choices" -- "$cur")"
  case $place in
    file) compopt -o default 2>/dev/null ;;
    folder) compopt -o dirnames 2>/dev/null ;;
  esac
  return 0
}

if ((BASH_VERSINFO[0] < 4)); then
  complete -o default -F _sightline sightline
else
  complete -F _sightline sightline
fi
`;
