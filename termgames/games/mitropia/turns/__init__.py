"""What happens from the opening rolls to the last pass, one question after another."""
