"""Tables for people at several terminals: one process plays and keeps a match, the others are its
guests.

table                 the table: what guests ask of it; knows no sockets
guests                who is at it, and the room that it stands in
attendance, seating   who is there, who is away, where bots sit meanwhile; the seats' keys
series, proposals     its games, one after another; what guests propose and how they vote
clocks                its clocks, and how guests see them
rations               how often something may be done
telling               what a guest may be told of the match
wire                  messages between table and guests, a line of JSON each; see WIRE.md
process               the process of a table: its bots, its file
connections           the connections of guests
rooms                 where open tables are found; what outlives their processes
starting              starting a table that outlives the window, and ending one
address               where a table is, as it is typed
link                  a guest's connection: a socket, or the streams of ssh
visit, mirror         a guest's visit; the match as he may know it, replayed by the rules
sitting               a live game whose moves are judged at a table elsewhere
news                  what happens at a table beside the moves, in words
line_guest            a guest who plays line by line
"""
