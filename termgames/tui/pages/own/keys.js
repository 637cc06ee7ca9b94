// Lets keys reach the window without a click.
const waiting = setInterval(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys) {
    clearInterval(waiting);
    keys.focus();
  }
}, 50);
